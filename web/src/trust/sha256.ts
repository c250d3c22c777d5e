// SHA-256 by the browser itself. Browsers keep it from pages by plain http, as a table in the same house is; for those
// it is worked out here, step by step as FIPS 180-4 has it.

const bits = (value: number): number => (value - Math.floor(value)) * 2 ** 32;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const K = Uint32Array.from(primes(64), (prime) => bits(Math.cbrt(prime)));
const START = Uint32Array.from(primes(8), (prime) => bits(Math.sqrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message, a one, zeros, and its length in bits, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(message);
  view.setUint8(message.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, message.length * 8);
  return view;
}

/** The sixteen words of a block, drawn out to sixty-four. */
function schedule(message: DataView, block: number): Uint32Array {
  const w = new Uint32Array(64);
  for (let t = 0; t < 16; t++) w[t] = message.getUint32(block + 4 * t);
  for (let t = 16; t < 64; t++) {
    const [a, b] = [w[t - 15]!, w[t - 2]!];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[t] = w[t - 16]! + s0 + w[t - 7]! + s1;
  }
  return w;
}

function mixed(hash: Uint32Array, w: Uint32Array): Uint32Array<ArrayBuffer> {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t]! + w[t]!;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  return Uint32Array.from([a, b, c, d, e, f, g, h], (word, i) => word + hash[i]!);
}

export function sha256ByHand(message: Uint8Array): string {
  const whole = padded(message);
  let hash = START;
  for (let block = 0; block < whole.byteLength; block += 64) hash = mixed(hash, schedule(whole, block));
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

export const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? hex(new Uint8Array(await subtle.digest("SHA-256", message))) : sha256ByHand(message);
}
