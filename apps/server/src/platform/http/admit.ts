import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import type { Actor, KeyActor, Scope } from '@doslovno/domain/access.ts'
import type { SwitchName } from '@doslovno/domain/switches.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '#platform/errors.ts'
import type { Quota, RateLimits, Rule } from '#platform/limits/rate-limits.ts'

/**
 * Resolves one kind of credential to its actor; undefined if the token is of another kind or not valid, `disabled` if it
 * is valid but its account is disabled.
 */
export type Authenticator = (token: string, now: Date) => Promise<Actor | 'disabled' | undefined>

export type Gatekeeper = {
  /** Tried in this order; the first actor wins. */
  authenticators: readonly Authenticator[]
  rateLimits: RateLimits
  now: () => Date
  /** Throws while the switch is off. */
  requireOn: (name: SwitchName) => Promise<void>
}

/** Counts the call, also a refused one, and returns its actor. */
export async function admit(
  gate: Gatekeeper,
  endpoint: Endpoint,
  request: FastifyRequest,
  response: FastifyReply,
): Promise<Actor | undefined> {
  const found = await authenticate(request.headers.authorization, gate)
  const actor = found === 'disabled' ? undefined : found
  if (actor?.kind === 'key') await countKeyCall(gate.rateLimits, endpoint, actor, response)
  else await countCall(gate.rateLimits, endpoint, actor, request.ip)
  if (found === 'disabled') throw new AppError('accountDisabled')
  if (isAdmitted(endpoint, actor)) {
    await requireSwitches(gate, endpoint, actor)
    return actor
  }
  if (actor) void response.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scopeOf(endpoint)}"`)
  throw new AppError('needAuthorization')
}

async function requireSwitches(gate: Gatekeeper, endpoint: Endpoint, actor: Actor | undefined): Promise<void> {
  if (actor?.kind === 'key') await gate.requireOn('publicApi')
  if (endpoint.switch) await gate.requireOn(endpoint.switch)
}

export function isForUsers({ auth }: Endpoint): boolean {
  return auth === 'user' || auth === 'session'
}

const BEARER = 'Bearer '

async function authenticate(
  header: string | undefined,
  { authenticators, now }: Gatekeeper,
): Promise<Actor | 'disabled' | undefined> {
  if (!header?.startsWith(BEARER)) return undefined
  const token = header.slice(BEARER.length)
  for (const authenticator of authenticators) {
    const actor = await authenticator(token, now())
    if (actor) return actor
  }
  return undefined
}

function isAdmitted(endpoint: Endpoint, actor: Actor | undefined): boolean {
  if (endpoint.auth === 'none') return true
  if (!actor) return endpoint.auth === 'optional'
  if (endpoint.auth === 'session' && actor.kind !== 'session') return false
  return actor.scopes.includes(scopeOf(endpoint))
}

function scopeOf({ auth, method, scope }: Endpoint): Scope {
  if (auth === 'session') return 'account'
  return scope ?? (method === 'GET' ? 'read' : 'write')
}

async function countCall(
  rateLimits: RateLimits,
  { isPolled, limit }: Endpoint,
  actor: Actor | undefined,
  address: string,
): Promise<void> {
  if (!actor) return rateLimits.spend('addressCalls', address)
  if (!isPolled) return rateLimits.spend(limit ?? 'userCalls', actor.userId)
  if (!rateLimits.isPollWithin(actor.userId)) throw new AppError('tooManyRequests', { retryAfterSeconds: POLL_SECONDS })
}

/** The window of the limit on polls. */
const POLL_SECONDS = 60

/** A program reads from the headers how fast it may go on. */
async function countKeyCall(
  rateLimits: RateLimits,
  { isPolled }: Endpoint,
  { userId }: KeyActor,
  response: FastifyReply,
): Promise<void> {
  const rule = isPolled ? 'keyPolls' : 'keyCalls'
  const quota = await rateLimits.count(rule, userId)
  void response.headers(rateLimitHeaders(rule, quota))
  if (!quota.isWithin) throw new AppError('tooManyRequests', { retryAfterSeconds: quota.resetSeconds })
}

/** By draft-ietf-httpapi-ratelimit-headers: quota, window, remaining calls, seconds until the quota is full again. */
function rateLimitHeaders(rule: Rule, { times, seconds, left, resetSeconds }: Quota) {
  return {
    'ratelimit-policy': `"${rule}";q=${times};w=${seconds}`,
    ratelimit: `"${rule}";r=${left};t=${resetSeconds}`,
  }
}
