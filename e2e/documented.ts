import { createDocumentCheck, type DocumentCheck } from '@doslovno/server/test/documented.ts'
import { expect, type Response, test as base } from '@playwright/test'

import { origin } from './environment.ts'

let check: Promise<DocumentCheck> | undefined

/** A journey fails if a page gets a reply that differs from the documentation of the API. */
export const test = base.extend<{ documentedReplies: void }>({
  documentedReplies: [
    async ({ context }, use) => {
      const findDrift = await (check ??= loadCheck())
      const drifts: Promise<string | undefined>[] = []
      context.on('response', (response) => void drifts.push(driftOf(findDrift, response)))
      await use()
      expect((await Promise.all(drifts)).filter((drift) => drift !== undefined)).toEqual([])
    },
    { auto: true },
  ],
})

async function loadCheck(): Promise<DocumentCheck> {
  const reply = await fetch(`${origin}/api/openapi.json`)
  return createDocumentCheck((await reply.json()) as object)
}

async function driftOf(findDrift: DocumentCheck, response: Response): Promise<string | undefined> {
  const { 'x-request-id': requestId, 'content-type': contentType = '' } = response.headers()
  // Only the API sets it: replies that a journey makes up are left alone.
  if (!requestId) return undefined
  const body = await response.text().catch(() => undefined) // the page that asked may be gone
  if (body === undefined) return undefined
  const { pathname: path } = new URL(response.url())
  return findDrift({ method: response.request().method(), path, status: response.status(), contentType, body })
}
