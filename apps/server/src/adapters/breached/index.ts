import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Log } from '#platform/log.ts'

import { formsOf, isInFilter } from './filter.ts'

export type BreachedPasswords = {
  /** Whether a password is among the well-known ones, by the local filter and the optional service. */
  isBreached: (password: string) => Promise<boolean>
}

export const FILTER_FILE = join(import.meta.dirname, 'common-passwords.bin')
const TIMEOUT_MS = 1000
const PREFIX_LENGTH = 5

type Options = { url: string | undefined; log: Log }

export function createBreachedPasswords({ url, log }: Options): BreachedPasswords {
  let filter: Promise<Buffer> | undefined
  return {
    isBreached: async (password) => {
      filter ??= readFile(FILTER_FILE)
      const loaded = await filter
      if (formsOf(password).some((form) => isInFilter(loaded, form))) return true
      return url === undefined ? false : isInService(url, password, log)
    },
  }
}

/**
 * Asks a service with the range protocol of Have I Been Pwned, which learns five digits of the hash and nothing else.
 * A service that fails must not stop people from choosing a password.
 */
async function isInService(url: string, password: string, log: Log): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const reply = await fetch(`${url}/${hash.slice(0, PREFIX_LENGTH)}`, {
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!reply.ok) throw new Error(`Status ${reply.status}`)
    return hasSuffix(await reply.text(), hash.slice(PREFIX_LENGTH))
  } catch (error) {
    log.warn({ err: error }, 'breached passwords could not be looked up')
    return false
  }
}

/** Lines are SUFFIX:COUNT; padding has the count 0. */
function hasSuffix(lines: string, suffix: string): boolean {
  return lines.split(/\r?\n/).some((line) => {
    const [found, count] = line.split(':')
    return found?.toUpperCase() === suffix && Number(count) > 0
  })
}
