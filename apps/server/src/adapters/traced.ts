import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'

import { type SpanAttributes, traced } from '#platform/tracing/spans.ts'

import type { Download } from './download/index.ts'
import type { Llm } from './llm/port.ts'
import type { Mail } from './mail/index.ts'
import type { Media } from './media/index.ts'
import type { Speech } from './speech/index.ts'
import type { Storage } from './storage/index.ts'

// Spans of calls that leave the process have sizes and kinds. Keys of objects, addresses and texts stay out.

const nothing = () => ({})

export function traceStorage(storage: Storage): Storage {
  const parts = traceCalls('storage', storage.parts, { begin: nothing, list: nothing, join: nothing, drop: nothing })
  return traceCalls(
    'storage',
    { ...storage, parts },
    {
      put: nothing,
      putFile: nothing,
      read: nothing,
      readRange: (_key, start, end) => ({ bytes: end - start }),
      sizeOf: nothing,
      remove: nothing,
    },
  )
}

export function traceMedia(media: Media): Media {
  return traceCalls('media', media, { probe: nothing, measure: nothing, decode: nothing, toPlayback: nothing })
}

export function traceSpeech(speech: Speech): Speech {
  const sound = (pcm: Uint8Array) => ({ audioSeconds: pcm.byteLength / BYTES_PER_SECOND })
  return traceCalls('speech', speech, {
    recognise: (pcm, { language }) => ({ ...sound(pcm), language }),
    identifyLanguage: sound,
    diarise: sound,
  })
}

export function traceDownload(download: Download): Download {
  return traceCalls('download', download, { fetch: nothing })
}

export function traceMail(mail: Mail): Mail {
  return traceCalls('mail', mail, { send: (_to, { attachments = [] }) => ({ attachments: attachments.length }) })
}

export function traceLlm(llm: Llm | undefined): Llm | undefined {
  return (
    llm &&
    traceCalls('llm', llm, {
      ask: ({ purpose, system, prompt }) => ({ purpose, characters: system.length + prompt.length }),
    })
  )
}

type Call = (...args: never[]) => Promise<unknown>

/** The asynchronous methods of T that get a span, each with what it tells of its arguments. */
type TracedCalls<T> = {
  readonly [K in keyof T as T[K] extends Call ? K : never]?: T[K] extends Call
    ? (...args: Parameters<T[K]>) => SpanAttributes
    : never
}

/** The same object, with a span `area method` for every call of the listed methods. */
function traceCalls<T extends object>(area: string, target: T, calls: TracedCalls<T>): T {
  const wrapped = Object.entries(calls).map(([method, describe]) => {
    const call = target[method as keyof T] as (...args: unknown[]) => Promise<unknown>
    const attributesOf = describe as (...args: unknown[]) => SpanAttributes
    return [
      method,
      (...args: unknown[]) => traced(`${area} ${method}`, attributesOf(...args), () => call.apply(target, args)),
    ]
  })
  return { ...target, ...(Object.fromEntries(wrapped) as Partial<T>) }
}
