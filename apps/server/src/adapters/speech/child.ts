import { createEngine, type EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'
import { toSamples } from './samples.ts'

/** A recogniser in a process of its own: `child.ts OPTIONS`, one question at a time over IPC. */
const engine = createEngine(JSON.parse(process.argv[2] ?? '{}') as EngineOptions)

function answer(question: Question): Answer {
  const samples = toSamples(question.pcm)
  switch (question.kind) {
    case 'recognise':
      return { kind: 'words', words: engine.recognise(samples, question) }
    case 'identify':
      return { kind: 'language', language: engine.identifyLanguage(samples) }
    case 'diarise':
      return { kind: 'window', window: engine.diarise(samples) }
  }
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
