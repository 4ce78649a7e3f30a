import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { expect, vi } from 'vitest'

import { Editor } from '#features/editing/text/editor.ts'

import { instantConnection } from './connection.ts'
import { fakeMemory, fakeServer } from './editing-server.ts'

/** A text open in one tab, and a way to open it in others. */
export function openTabs(transcript: Transcript) {
  const server = fakeServer(transcript)
  const memory = fakeMemory()
  let tabs = 0
  const openTab = (connection = instantConnection) => {
    const tab = memory.tab(`tab ${(tabs += 1)}`)
    const editor = new Editor({ api: server.api, connection, memory: tab }, server.start())
    const closeTab = () => {
      tab.closeTab()
      editor.stop()
    }
    return { editor, closeTab }
  }
  return { server, memory, openTab, ...openTab() }
}

export const saves = (editor: Editor, saving = 'saved') =>
  vi.waitFor(() => expect(editor.getState().saving).toBe(saving))
