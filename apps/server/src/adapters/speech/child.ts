import { createEngine, type EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'
import { toSamples } from './samples.ts'

/** The recogniser process: `child.ts OPTIONS`; answers one question at a time over IPC. */
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

function send(message: Answer): void {
  process.send?.(message)
}

process.on('message', (question: Question) => {
  try {
    send(answer(question))
  } catch (error) {
    send({ kind: 'failed', message: String(error) })
  }
})
// The worker is gone, so nobody waits for an answer.
process.on('disconnect', () => process.exit(0))
// Ctrl+C in a terminal reaches the whole process group; the worker decides when its recognisers stop.
process.on('SIGINT', () => undefined)
send({ kind: 'ready' })
