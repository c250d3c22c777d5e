// A socket that comes back by itself, a little later after each failure.
import { plainKey } from "./api";

export const FIRST_PAUSE = 400;
export const LONGEST_PAUSE = 15_000;

/** How long to wait before the nth try in a row, in milliseconds; `luck` from 0 to 1 keeps a crowd apart. */
export function pause(failures: number, luck: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + luck / 2);
}

/** A page can give a socket no header, but it can ask for protocols: so the key of the seat is in no address. */
export const protocols = (token: string): string[] => ["deadground", `key.${plainKey(token)}`];

export interface Listener {
  heard(text: string): void;
  /** Resolves to whether it is worth trying again. */
  lost(): Promise<boolean>;
}

export class Socket {
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly address: URL,
    readonly token: string,
    readonly listener: Listener,
  ) {
    this.#connect();
  }

  #connect(): void {
    const socket = (this.#socket = new WebSocket(this.address, protocols(this.token)));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#failures = 0;
      this.listener.heard(data);
    };
    socket.onclose = () => void this.#again();
  }

  async #again(): Promise<void> {
    this.#socket = null;
    if (this.#closed || !(await this.listener.lost()) || this.#closed) return;
    this.#timer = setTimeout(() => this.#connect(), pause(this.#failures++, Math.random()));
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
    this.#socket?.close();
  }
}
