import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'

import { traceCalls } from '#platform/tracing/trace-calls.ts'

import type { Download } from './download/index.ts'
import type { Llm } from './llm/port.ts'
import type { Mail } from './mail/index.ts'
import type { Media } from './media/index.ts'
import type { Speech } from './speech/index.ts'
import type { Storage } from './storage/index.ts'

// What spans tell of calls that leave the process: sizes and kinds. Keys of objects, addresses and texts stay out.

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
