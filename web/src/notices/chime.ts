// "You are needed": two soft notes, made on the spot.

let context: AudioContext | null = null;

function note(audio: AudioContext, at: number, pitch: number): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.16, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.5);
}

/** Browsers keep a page silent until somebody has done something on it. */
export function chime(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  note(context, context.currentTime, 587);
  note(context, context.currentTime + 0.16, 880);
}
