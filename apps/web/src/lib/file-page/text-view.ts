import { type View, views } from '@doslovno/domain/clean-view/rules.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'textView'

/** How this browser shows texts; every word as it was said unless chosen otherwise. */
export function recallView(memory: Pick<Memory, 'getItem'>): View {
  return views.find((view) => view === memory.getItem(KEY)) ?? 'verbatim'
}

export function rememberView(memory: Pick<Memory, 'setItem'>, view: View) {
  memory.setItem(KEY, view)
}

/** Only the rules of Russian are known. */
export function hasCleanView({ language }: { language: string | null }): boolean {
  return language === 'ru'
}
