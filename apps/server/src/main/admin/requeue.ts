import * as z from 'zod'

import { recordAudit } from '#features/operations/index.ts'
import { requeueScript, stuckProcesses } from '#features/transcription/index.ts'

import { type Command, Refusal } from './command.ts'

const refusals = {
  unknown: 'there is no such file or process, or the file has a newer process',
  complete: 'the file is complete',
  running: 'the process is not stuck: it has a job, or waits for its turn',
}

export const requeueCommands: readonly Command[] = [
  {
    name: 'requeue list',
    usage: '',
    help: 'Lists processes that are stuck: they run, but have neither a ready task nor a job.',
    words: { least: 0, most: 0 },
    kind: 'reading',
    prepare: () => async (ctx) => {
      const stuck = await stuckProcesses(ctx)
      return {
        data: stuck.map(({ id, scriptId, stage, tasksLeft, createdAt }) => ({
          id,
          scriptId,
          stage,
          tasksLeft,
          createdAt,
        })),
      }
    },
  },
  {
    name: 'requeue file',
    usage: 'FILE|PROCESS',
    help: `Processes a file again with the same options, if it is stuck or ended with an error.
Its owner's minutes pay for it as usual.`,
    words: { least: 1, most: 1 },
    kind: 'change',
    prepare: ({ words, operator }) => {
      const id = z.uuid('FILE|PROCESS: an id').parse(words[0])
      return async (ctx) => {
        await recordAudit(ctx.db, { kind: 'processRequeued', userId: null, details: { id, ...operator } })
        const requeued = await requeueScript(ctx, id)
        if (typeof requeued === 'string') throw new Refusal(refusals[requeued])
        return { data: requeued }
      }
    },
  },
]
