/** Types for the API of sherpa-onnx-node in use; the package ships none. */
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
  export type TransducerConfig = { encoder: string; decoder: string; joiner: string }
  export type ModelConfig = {
    whisper?: WhisperConfig
    transducer?: TransducerConfig
    modelType?: 'nemo_transducer'
    tokens: string
    numThreads: number
    provider: 'cpu'
  }
  export type RecognizerConfig = {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: ModelConfig
  }
  export type RecognizerResult = {
    text: string
    lang: string
    tokens: string[]
    timestamps: number[]
    durations: number[]
    /** One per token; empty if the model gives none. */
    ys_log_probs?: number[]
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

  export type DiarizationSegment = { start: number; end: number; speaker: number }
  export type DiarizationConfig = {
    segmentation: { pyannote: { model: string; windowShiftRatio: number }; numThreads: number }
    embedding: { model: string; numThreads: number }
    clustering: { numClusters: number; threshold: number }
    minDurationOn: number
    minDurationOff: number
  }
  export class OfflineSpeakerDiarization {
    constructor(config: DiarizationConfig)
    process(samples: Float32Array): DiarizationSegment[]
  }

  export class OnlineStream {
    acceptWaveform(waveform: Waveform): void
    inputFinished(): void
  }
  export class SpeakerEmbeddingExtractor {
    constructor(config: { model: string; numThreads: number })
    createStream(): OnlineStream
    isReady(stream: OnlineStream): boolean
    compute(stream: OnlineStream, enableExternalBuffer?: boolean): Float32Array
  }

  export class OfflineSpeechDenoiser {
    constructor(config: { model: { gtcrn: { model: string }; numThreads: number } })
    run(audio: Waveform & { enableExternalBuffer?: boolean }): Waveform
  }
}
