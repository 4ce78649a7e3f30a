import { createDiariser } from './diariser.ts'
import { createEngine, type DiariserOptions, type EngineOptions } from './engine.ts'
import type { Answer, Question } from './protocol.ts'
import { toSamples } from './samples.ts'

/** The recogniser process: `child.ts OPTIONS`; answers one question at a time over IPC. */
const options = JSON.parse(process.argv[2] ?? '{}') as EngineOptions | DiariserOptions
const answer = 'whisper' in options ? answersOf(options) : answersOfDiariser(options)

function answersOf(options: EngineOptions): (question: Question) => Answer {
  const engine = createEngine(options)
  return (question) => {
    const samples = toSamples(question.pcm)
    switch (question.kind) {
      case 'recognise':
        return { kind: 'words', ...engine.recognise(samples, question) }
      case 'identify':
        return { kind: 'language', language: engine.identifyLanguage(samples) }
      case 'diarise':
        return { kind: 'window', window: engine.diarise(samples) }
    }
  }
}

function answersOfDiariser({ modelsDir, speakers }: DiariserOptions): (question: Question) => Answer {
  const diarise = createDiariser(modelsDir, speakers)
  return ({ kind, pcm }) => {
    if (kind !== 'diarise') throw new Error('This process only diarises')
    return { kind: 'window', window: diarise(toSamples(pcm)) }
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
