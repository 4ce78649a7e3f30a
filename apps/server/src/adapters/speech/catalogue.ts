export type ModelFile = { name: string; bytes: number; sha256: string }

/** A speech model as data: where it lies under the models folder, and what must be in there. */
export type Model = {
  folder: string
  licence: string
  languages: 'any' | readonly string[]
  files: readonly ModelFile[]
}

export const models = {
  'whisper-tiny': {
    folder: 'whisper-tiny-sherpa',
    licence: 'MIT',
    languages: 'any',
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
      {
        name: 'tiny-tokens.txt',
        bytes: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
  },
  'whisper-base': {
    folder: 'whisper-base-sherpa',
    licence: 'MIT',
    languages: 'any',
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
      {
        name: 'base-tokens.txt',
        bytes: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
  },
  'silero-vad': {
    folder: 'silero-vad',
    licence: 'MIT',
    languages: 'any',
    files: [
      { name: 'LICENSE', bytes: 1075, sha256: '2e63e9a38b6e8fc0c7bc37ce174caca1862870856c6daf5697cfb785e925520b' },
      {
        name: 'silero_vad.onnx',
        bytes: 2_327_524,
        sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
      },
    ],
  },
} as const satisfies Record<string, Model>
