// A few quiet sounds, made on the spot. Off unless its player wants them.

type Sound = "dice" | "shot" | "loss" | "card" | "call";

let context: AudioContext | null = null;

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** A burst of filtered noise: a rattle, a thud, a rustle. */
function burst(audio: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  const source = noise(audio, seconds);
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** Browsers keep a page silent until somebody has done something on it. */
export function play(sound: Sound): void {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  switch (sound) {
    case "dice":
      for (const [i, after] of [0, 0.05, 0.12].entries())
        burst(context, now + after, 2400 - 300 * i, 0.05, 0.12);
      return;
    case "shot":
      return burst(context, now, 180, 0.35, 0.3);
    case "loss":
      return tone(context, now, 110, 0.6, 0.12);
    case "card":
      return burst(context, now, 5200, 0.09, 0.06);
    case "call":
      return tone(context, now, 523, 0.25, 0.05);
  }
}
