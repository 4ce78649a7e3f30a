import { createEngine, type SpeechModel, toSamples } from './engine.ts'
import type { Answer, Question } from './protocol.ts'

/** A recogniser in a process of its own: `child.ts MODELS_DIR MODEL`, one question at a time over IPC. */
const [, , modelsDir = '', model = ''] = process.argv
const engine = createEngine({ modelsDir, model: model as SpeechModel })

function answer(question: Question): Answer {
  const samples = toSamples(question.pcm)
  if (question.kind === 'identify') return { kind: 'language', language: engine.identifyLanguage(samples) }
  return { kind: 'words', words: engine.recognise(samples, question.language) }
}

function say(message: Answer): void {
  process.send?.(message)
}

process.on('message', (question: Question) => {
  try {
    say(answer(question))
  } catch (error) {
    say({ kind: 'failed', message: String(error) })
  }
})
// The worker is gone: nobody waits for the answer.
process.on('disconnect', () => process.exit(0))
// A Ctrl+C in the terminal reaches the whole group; the worker decides when its recognisers stop.
process.on('SIGINT', () => undefined)
say({ kind: 'ready' })
