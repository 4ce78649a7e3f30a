import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Build } from '#platform/build.ts'

/** Versions of users: a number that grows with every change of what they see. */
export type Versions = {
  /** The version as of now; read it before the data, so that a reply is never older than its tag. */
  of(userId: string): Promise<number>
  /** The version if this process knows it for certain. */
  peek(userId: string): number | undefined
}

/** A reply that stays true until its user's version grows, and no longer than `changesAt`. */
export type Versioned<R> = { reply: R; changesAt?: Date | undefined }

/** Of a reply that moves with time, such as a progress: it gets no tag. */
export const AT_ONCE = new Date(0)

/** Bounds what neither a version nor `changesAt` tells, such as a changed tariff or a restored database. */
const LONGEST_MS = 5 * 60_000

export type Tags = {
  /** Undefined if the reply changes at once. `subject`: what has the version, a user or a file. */
  tagOf(subject: string, version: number | string, changesAt: Date | undefined, now: Date): string | undefined
  /** Whether a reply with this tag is still true. */
  isFresh(tag: string, subject: string, version: number | string, now: Date): boolean
}

/**
 * Tags name the release, the user or the file, and the version, and end with the time they are good for, so they are compared
 * without a look at the data. They are weak, since proxies compress replies.
 */
export function createTags({ version: release, commit }: Build): Tags {
  const prefix = createHash('sha256').update(`${release} ${commit}`).digest('base64url').slice(0, 6)
  const stemOf = (subject: string, version: number | string) => `W/"${prefix}.${subject}.${version}.`
  return {
    tagOf: (subject, version, changesAt, now) => {
      const untilMs = Math.min(changesAt?.getTime() ?? Infinity, now.getTime() + LONGEST_MS)
      return untilMs > now.getTime() ? `${stemOf(subject, version)}${untilMs}"` : undefined
    },
    isFresh: (tag, subject, version, now) => {
      const stem = stemOf(subject, version)
      return tag.startsWith(stem) && Number.parseInt(tag.slice(stem.length), 10) > now.getTime()
    },
  }
}

type Deps = { versions: Versions; tags: Tags; now: () => Date }
type Exchange = { userId: string; request: FastifyRequest; response: FastifyReply }

/** Answers 304 if the caller's tag is still true; otherwise with what `answer` builds, and its tag. */
export async function answerByVersion<R>(
  { versions, tags, now }: Deps,
  { userId, request, response }: Exchange,
  answer: () => Promise<Versioned<R>>,
): Promise<R | FastifyReply> {
  const { 'if-none-match': known = '' } = request.headers
  const version = await versions.of(userId)
  if (tags.isFresh(known, userId, version, now())) return response.header('etag', known).code(304).send()
  const { reply, changesAt } = await answer()
  const tag = tags.tagOf(userId, version, changesAt, now())
  if (tag) void response.header('etag', tag)
  return reply
}
