// Files that a person takes away from the page, and brings to it.

export function takeAway(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const text = (content: string): Blob => new Blob([content], { type: "application/yaml" });

/** A title as the name of a file. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .toLowerCase();
  return `${plain || "roster"}.${ending}`;
}

export const LARGEST = 60_000;

/** The text of a file that somebody chose; one that is far too large is not even read. */
export async function chosenText(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large: ${LARGEST / 1000} kB are enough for any of ours.`);
  return file.text();
}
