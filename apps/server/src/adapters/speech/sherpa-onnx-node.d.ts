/** The parts of sherpa-onnx-node in use; the package ships no types. */
declare module 'sherpa-onnx-node' {
  export type Waveform = { samples: Float32Array; sampleRate: number }

  export type WhisperConfig = {
    encoder: string
    decoder: string
    language: string
    task: 'transcribe'
    tailPaddings: number
    enableTokenTimestamps: 0 | 1
  }
  export type RecognizerConfig = {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: { whisper: WhisperConfig; tokens: string; numThreads: number; provider: 'cpu' }
  }
  export type RecognizerResult = {
    text: string
    lang: string
    tokens: string[]
    timestamps: number[]
    durations: number[]
  }

  export class OfflineStream {
    acceptWaveform(waveform: Waveform): void
  }
  export class OfflineRecognizer {
    constructor(config: RecognizerConfig)
    createStream(): OfflineStream
    setConfig(config: RecognizerConfig): void
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): RecognizerResult
  }

  export type VadConfig = {
    sileroVad: {
      model: string
      threshold: number
      minSilenceDuration: number
      minSpeechDuration: number
      maxSpeechDuration: number
      windowSize: number
    }
    sampleRate: number
    numThreads: number
  }
  export class Vad {
    constructor(config: VadConfig, bufferSizeInSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(enableExternalBuffer?: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
    reset(): void
  }
}
