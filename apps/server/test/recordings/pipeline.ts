import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'

import type { Caller } from '#test/test-app.ts'

import { multipartFile } from './multipart.ts'

/** Uploads a recording through the API; returns the script's id. */
export async function uploadRecording(
  caller: Caller,
  content: Buffer,
  fileName = 'talk.wav',
  type = 'audio/wav',
): Promise<string> {
  const reply = await caller.call({
    method: 'POST',
    url: '/api/scripts/upload',
    ...multipartFile(content, fileName, type),
  })
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json<{ script: { id: string } }>().script.id
}

/** The scripted engine tells no speakers apart. */
export const ONE_SPEAKER = { language: 'ru', speakersCount: 1 }

/** Returns the id of the process. */
export async function startProcessing(
  caller: Caller,
  scriptId: string,
  payload: object = { language: 'ru' },
): Promise<string> {
  const reply = await caller.call({ method: 'POST', url: `/api/scripts/${scriptId}/process`, payload })
  assert.equal(reply.statusCode, 200, reply.body)
  return reply.json<{ processId: string }>().processId
}

export async function statusOf(caller: Caller, scriptId: string): Promise<ProcessState> {
  return (await caller.call({ url: `/api/scripts/${scriptId}/status` })).json<ProcessState>()
}

/** Polls the status until the process ends, more often than the page does; returns every state it saw. */
export async function watchToEnd(
  caller: Caller,
  scriptId: string,
  { timeoutMs = 500_000, everyMs = 100 } = {},
): Promise<ProcessState[]> {
  const seen: ProcessState[] = []
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(everyMs)) {
    const state = await statusOf(caller, scriptId)
    seen.push(state)
    if (state.status !== 'processing') return seen
  }
  throw new Error(`Still processing after ${timeoutMs} ms: ${JSON.stringify(seen.at(-1))}`)
}

export async function readScript(caller: Caller, scriptId: string): Promise<Script> {
  return (await caller.call({ url: `/api/scripts/${scriptId}` })).json<Script>()
}

export function textOf(script: Script): string {
  return script.script.map((segment) => segment.text).join(' ')
}
