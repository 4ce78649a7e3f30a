import type * as z from 'zod'

import type { Tx } from './db.ts'
import type { Job, Jobs } from './jobs.ts'

/** Something that happened to a row, announced by the feature that owns the row. */
export type Event<N extends string = string, P extends z.ZodType = z.ZodType> = { name: N; payload: P }

export function defineEvent<N extends string, P extends z.ZodType>(event: Event<N, P>): Event<N, P> {
  return event
}

/** A job that can be enqueued with the payload of an event as it is. */
export type SubscriberOf<E extends Event> = Job<string, z.ZodType<unknown, z.output<E['payload']>>>

/** Jobs to enqueue for each event, by its name. */
export type Subscribers = Readonly<Record<string, readonly Job[]>>

/** Enqueues every subscriber of an event inside the transaction that made it happen. */
export type Announce = <P extends z.ZodType>(tx: Tx, event: Event<string, P>, payload: z.input<P>) => Promise<void>

export function createAnnounce(jobs: Jobs, subscribers: Subscribers): Announce {
  return async (tx, event, payload) => {
    const followers = subscribers[event.name]
    if (!followers) throw new Error(`The event ${event.name} is not listed among the subscribers`)
    for (const job of followers) await jobs.enqueue(tx, job, [payload])
  }
}
