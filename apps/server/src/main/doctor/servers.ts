import { createMail } from '#adapters/mail/index.ts'
import type { Config } from '#platform/config.ts'
import { readRedisState, type RedisState } from '#platform/limits/redis-state.ts'

import { type Check, codeOf, type Finding, note, ok, reasonOf, wrong } from './check.ts'

export function serverChecks(config: Config): Check[] {
  const { redisUrl } = config.rateLimits
  const mail: Check = {
    topic: 'mail',
    name: 'SMTP',
    remedy: 'nobody can register without mails: correct SMTP_URL, or open its port in the firewall',
    run: () => verifyMail(config.mail),
  }
  if (!redisUrl) return [mail]
  const redis: Check = {
    topic: 'redis',
    name: 'Redis',
    remedy: 'see that it runs: docker compose logs redis',
    run: () => tryRedis(redisUrl),
  }
  return [redis, mail]
}

async function tryRedis(url: string): Promise<Finding> {
  const at = `Redis at ${new URL(url).host}`
  try {
    return redisFinding(at, await readRedisState(url))
  } catch (error) {
    return wrong(
      `${at} cannot be used (${reasonOf(error)})`,
      'start it (docker compose up -d redis; docker compose logs redis), or correct REDIS_URL and the password in it',
    )
  }
}

/** Fuller than this, Redis evicts or refuses. */
const FULL_SHARE = 0.95

function redisFinding(at: string, { usedBytes, mostBytes, policy, evictedKeys, refusal }: RedisState): Finding {
  if (mostBytes > 0 && usedBytes > FULL_SHARE * mostBytes) {
    const loss = policy === 'noeviction' ? 'refuses to count' : 'evicts counters, so that rate limits forget'
    return wrong(`${at} is full (${megabytes(usedBytes)} of ${megabytes(mostBytes)} MB) and ${loss}`, RAISE_MEMORY)
  }
  if (refusal)
    return wrong(
      `${at} refuses to count (${refusal})`,
      'let REDIS_URL lead to a primary, with the password of a user who may write',
    )
  if (evictedKeys > 0) return note(`${at} evicted ${evictedKeys} counters since its start`, RAISE_MEMORY)
  return ok(`${at} counts`)
}

const RAISE_MEMORY =
  'raise maxmemory (in compose.yaml --maxmemory and the limit of the container), and use no other data there'

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)

async function verifyMail(config: Config['mail']): Promise<Finding> {
  const { host, protocol } = new URL(config.smtpUrl)
  const mail = createMail(config)
  try {
    await mail.verify()
    return ok(`SMTP at ${host} lets us in`)
  } catch (error) {
    return mailRefusal(error, { host, protocol })
  } finally {
    mail.close()
  }
}

/** Decides by the codes of nodemailer. */
function mailRefusal(error: unknown, { host, protocol }: { host: string; protocol: string }): Finding {
  const { reason, status } = reasonsOf(error)
  if (codeOf(error) === 'EAUTH')
    return wrong(
      `SMTP at ${host} refuses the login (${status || reason})`,
      'correct user and password in SMTP_URL, special characters as %XX; many providers want a password made for programs',
    )
  if (TLS_CODE.test(reason))
    return wrong(
      `SMTP at ${host} offers no encryption that we accept (${reason})`,
      protocol === 'smtps:'
        ? 'smtps:// is for port 465; on 587 use smtp://, which turns to STARTTLS; the certificate must be valid for the name'
        : 'use smtps:// and port 465 if the server has no STARTTLS; the certificate must be valid for the name',
    )
  return wrong(
    `SMTP at ${host} does not answer (${status || reason})`,
    'correct host and port of SMTP_URL; many hosters block ports 25 and 465 until they are asked',
  )
}

const TLS_CODE = /CERT|SIGNATURE|SSL|TLS/

/** The code below nodemailer's own, and the reply of the server if it sent one. */
function reasonsOf(error: unknown): { reason: string; status: string } {
  const { originalCode, responseCode } = error as { originalCode?: string; responseCode?: number }
  return { reason: originalCode ?? reasonOf(error), status: String(responseCode ?? '') }
}
