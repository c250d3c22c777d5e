// Pages by address, on the browser's own history.

export interface Place {
  path: string;
  search: string;
}

export type Page =
  | { name: "home" }
  | { name: "rules"; id: string | null }
  | { name: "play"; game: string }
  | { name: "setup"; system: string; scenario: string }
  | { name: "after"; game: string }
  | { name: "join" }
  | { name: "move" }
  | { name: "stop" }
  | { name: "rosters" }
  | { name: "roster"; id: string }
  | { name: "own-book" }
  | { name: "lost"; path: string };

/** Which page a path stands for. */
export function pageAt(path: string): Page {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second, third] = parts;
  if (first === undefined) return { name: "home" };
  if ((first === "join" || first === "move") && parts.length === 1) return { name: first };
  if (first === "rules" && parts.length <= 2) return { name: "rules", id: second ?? null };
  if (first === "stop" && parts.length === 1) return { name: "stop" };
  if (first === "own-book" && parts.length === 1) return { name: "own-book" };
  if (first === "rosters" && parts.length === 1) return { name: "rosters" };
  if (first === "rosters" && second !== undefined && parts.length === 2) return { name: "roster", id: second };
  if (first === "play" && second !== undefined && parts.length === 2) return { name: "play", game: second };
  if (parts.length === 3 && second !== undefined && third !== undefined) {
    if (first === "battles") return { name: "setup", system: second, scenario: third };
    if (first === "games" && third === "after") return { name: "after", game: second };
  }
  return { name: "lost", path };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = (): Place => ({ path: location.pathname, search: location.search });

class Router {
  place = $state.raw<Place>({ path: "/", search: "" });
  // By way of the path alone: a new search on the same page must not make it a new page.
  #path = $derived(this.place.path);
  page = $derived(pageAt(this.#path));

  start(): () => void {
    const back = () => (this.place = here());
    back();
    addEventListener("popstate", back);
    document.addEventListener("click", this.#follow);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", this.#follow);
    };
  }

  /** Go to an address such as "/rules?q=smoke"; `replace` leaves no step to go back to. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.place = here();
  }

  #follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();

/** The addresses of our pages. */
export const to = {
  home: "/",
  rules: "/rules",
  rule: (id: string) => `/rules/${encodeURIComponent(id)}`,
  /** The rows that rest on a ruling. */
  rulings: (id: string) => `/rules?q=${encodeURIComponent(id)}`,
  play: (game: string) => `/play/${encodeURIComponent(game)}`,
  /** The table with the invitations open. */
  invite: (game: string) => `/play/${encodeURIComponent(game)}?invite`,
  setup: (system: string, scenario: string) =>
    `/battles/${encodeURIComponent(system)}/${encodeURIComponent(scenario)}`,
  rosters: "/rosters",
  /** A roster that is kept, or `new`. */
  roster: (id: string) => `/rosters/${encodeURIComponent(id)}`,
  ownBook: "/own-book",
  after: (game: string) => `/games/${encodeURIComponent(game)}/after`,
};
