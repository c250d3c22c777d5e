// A socket that comes back by itself, a little later after each failure, and that knows when it is not heard.
import { plainKey } from "./api";

export const FIRST_PAUSE = 400;
export const LONGEST_PAUSE = 15_000;

/** The frame that the server sends back at once: what was sent before it has come. */
export const BEAT = '{"type":"beat"}';
export const BEAT_EVERY = 1000;
/** A line that brings nothing back for so long is told to be dead. */
export const SILENCE = 3000;
/** After so long it is given up for another. */
export const GIVEN_UP = 12_000;

/** How long to wait before the nth try in a row, in milliseconds; `luck` from 0 to 1 keeps a crowd apart. */
export function pause(failures: number, luck: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + luck / 2);
}

/** A page can give a socket no header, but it can ask for protocols: so the key of the seat is in no address. */
export const protocols = (token: string): string[] => ["deadground", `key.${plainKey(token)}`];

export interface Listener {
  heard(text: string): void;
  /** Nothing comes back from the server, or something does again. */
  fellSilent(is: boolean): void;
  /** Resolves to whether it is worth trying again. */
  lost(): Promise<boolean>;
}

export class Socket {
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beats: ReturnType<typeof setInterval>;
  /** When the first beat was due that nothing came back for, on a line that is open or should be; null if something did. */
  #unheard: number | null = null;
  #isSilent = false;
  #closed = false;

  constructor(
    readonly address: URL,
    readonly token: string,
    readonly listener: Listener,
  ) {
    this.#beats = setInterval(() => this.#beat(), BEAT_EVERY);
    this.#connect();
  }

  #connect(): void {
    const socket = (this.#socket = new WebSocket(this.address, protocols(this.token)));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#failures = 0;
      this.#hear();
      if (data !== BEAT) this.listener.heard(data);
    };
    socket.onclose = () => void this.#again();
  }

  /** While the page is looked at: a hidden one has slow timers, and nobody to tell. */
  #beat(): void {
    if (document.hidden) return this.#hear();
    if (!this.#socket) return;
    this.send(BEAT);
    const waited = Date.now() - (this.#unheard ??= Date.now());
    if (waited >= GIVEN_UP) this.#giveUp();
    else if (waited >= SILENCE) this.#turn(true);
  }

  #hear(): void {
    this.#unheard = null;
    this.#turn(false);
  }

  #turn(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.listener.fellSilent(isSilent);
  }

  /** A dead line may take minutes to close: another is tried without waiting for that. */
  #giveUp(): void {
    const socket = this.#socket;
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
    void this.#again();
  }

  async #again(): Promise<void> {
    this.#socket = null;
    this.#hear();
    if (this.#closed || !(await this.#isWorthTrying()) || this.#closed) return;
    this.#timer = setTimeout(() => this.#connect(), pause(this.#failures++, Math.random()));
  }

  /** What the listener finds out takes no longer than a dead line may. */
  #isWorthTrying(): Promise<boolean> {
    const atTheLatest = new Promise<boolean>((go) => setTimeout(() => go(true), GIVEN_UP));
    return Promise.race([this.listener.lost(), atTheLatest]);
  }

  /** Whether it could be sent. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Hang up and call again, to be told everything anew. */
  restart(): void {
    this.#socket?.close();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beats);
    this.#socket?.close();
  }
}
