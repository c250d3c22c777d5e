// Sets of options kept under a name, in this browser.

/** By system, then by the name they were given: the options that differ from the scenario. */
export type Presets = Record<string, Record<string, Record<string, string>>>;

const KEY = "deadground.presets";

export function readPresets(text: string | null): Presets {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return isPresets(found) ? found : {};
  } catch {
    return {};
  }
}

function isPresets(value: unknown): value is Presets {
  return isMap(value) && Object.values(value).every((named) => isMap(named) && Object.values(named).every(isOptions));
}

function isOptions(value: unknown): boolean {
  return isMap(value) && Object.values(value).every((chosen) => typeof chosen === "string");
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a preset makes of a battle's options; options and values that are no longer known are left out. */
export function applied(
  set: Record<string, string>,
  preset: Record<string, string>,
  values: Record<string, readonly string[]>,
): Record<string, string> {
  const usable = Object.entries(preset).filter(([name, value]) => values[name]?.includes(value));
  return { ...set, ...Object.fromEntries(usable) };
}

export const presets = {
  of: (system: string): Record<string, Record<string, string>> => all()[system] ?? {},
  save(system: string, name: string, options: Record<string, string>): void {
    const known = all();
    store({ ...known, [system]: { ...known[system], [name]: options } });
  },
  forget(system: string, name: string): void {
    const known = all();
    const { [name]: _, ...rest } = known[system] ?? {};
    store({ ...known, [system]: rest });
  },
};

const all = (): Presets => readPresets(localStorage.getItem(KEY));

function store(known: Presets): void {
  localStorage.setItem(KEY, JSON.stringify(known));
}
