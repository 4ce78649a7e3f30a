import type { ServerResponse } from 'node:http'

import { type Call, type Reply, send } from '#http.ts'

import { answerApi, keyOf } from './api.ts'
import { ApiError, refusal } from './errors.ts'
import type { FaultMode } from './faults.ts'
import type { JournalEntry, Shop } from './shop.ts'

/** Answers a call of the API, or fails as planned, and writes it down. */
export async function respond(shop: Shop, call: Call, response: ServerResponse): Promise<void> {
  const fault = shop.faults.take(call)
  // The caller times out or the simulator closes.
  if (fault === 'hang') return record(shop, call, { outcome: 'hang' })
  const answer = !fault || fault.endsWith('AfterCommit') ? answerApi(shop, call) : undefined
  await shop.webhooks.beforeResponse()
  if (fault === 'resetBefore' || fault === 'resetAfterCommit') {
    record(shop, call, { outcome: 'reset' })
    response.destroy()
    return
  }
  const reply = answer && !fault ? answer.reply : failure(fault)
  record(shop, call, { outcome: reply.status, isReplay: answer?.isReplay ?? false })
  send(response, reply)
}

function failure(fault: FaultMode | undefined): Reply {
  if (fault === 'tooManyRequests') return refusal(new ApiError(429, 'Too many requests'))
  if (fault === 'unavailable') return refusal(new ApiError(503, 'The service is not available'))
  return refusal(new ApiError(500, 'Something went wrong'))
}

function record(shop: Shop, call: Call, result: { outcome: JournalEntry['outcome']; isReplay?: boolean }): void {
  const { method, path } = call
  const at = new Date(shop.clock.now()).toISOString()
  shop.journal.add({ at, method, path, idempotenceKey: keyOf(call), isReplay: false, ...result })
}
