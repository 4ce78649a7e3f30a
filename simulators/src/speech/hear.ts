/** 16 kHz, mono, signed 16-bit. Without a language it is to be found out. */
export type Sound = { pcm: Uint8Array; language: string | undefined }

export type HeardWord = { text: string; start: number; end: number }
export type Heard = { words: HeardWord[]; language: string }

/** The engine behind the simulated server; whoever starts it brings one. The signal: the caller has gone. */
export type Hear = (sound: Sound, signal: AbortSignal) => Promise<Heard>
