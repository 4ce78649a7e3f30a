import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import sherpa from 'sherpa-onnx-node'

import { models } from './catalogue.ts'
import { recogniserConfig, type RussianModel } from './recognisers.ts'
import { type Heard, toHeard } from './words.ts'

/** More cost time and pull other words along. */
const MOST_HOTWORDS = 20
const SCORE = 1.5
const PATHS = 4
/** The pieces of the model's tokenizer with their scores, which its release leaves out. */
const PIECES = 'bpe.vocab'

/**
 * Terms in the engine's format. Signs are its syntax, and a misplaced one aborts the process, so only letters, digits,
 * spaces and hyphens get there.
 */
export function hotwordsOf(terms: readonly string[]): string {
  const plain = terms.map((term) => term.replace(/[^\p{L}\p{N}-]+/gu, ' ').trim()).filter((term) => /\p{L}/u.test(term))
  return [...new Set(plain)].slice(0, MOST_HOTWORDS).join('/')
}

export function piecesFile(modelsDir: string, model: RussianModel): string {
  return join(modelsDir, models[model].folder, PIECES)
}

/** Without the pieces the engine exits when it gets a hotword. */
export function hasPieces(modelsDir: string, model: RussianModel): boolean {
  return existsSync(piecesFile(modelsDir, model))
}

/** Decodes with hotwords of each call's own. Their boost is part of the probabilities, so these say nothing. */
export function createBiased(modelsDir: string, model: RussianModel) {
  const { modelConfig, ...config } = recogniserConfig(modelsDir, model, '')
  const recogniser = new sherpa.OfflineRecognizer({
    ...config,
    decodingMethod: 'modified_beam_search',
    maxActivePaths: PATHS,
    hotwordsScore: SCORE,
    modelConfig: { ...modelConfig, modelingUnit: 'bpe', bpeVocab: piecesFile(modelsDir, model) },
  })
  return (samples: Float32Array, terms: readonly string[]): Heard => {
    const stream = recogniser.createStream(hotwordsOf(terms))
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    return toHeard({ ...recogniser.getResult(stream), ys_log_probs: [] }, samples.length / SAMPLE_RATE)
  }
}
