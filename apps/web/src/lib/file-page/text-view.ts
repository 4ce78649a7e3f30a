import { type View, views } from '@doslovno/domain/clean-view/clean-words.ts'

import { oneOf, remembered } from '#lib/remembered.ts'

/** How this browser shows texts; every word as it was said unless chosen otherwise. */
export const textView = remembered('textView', oneOf<View>(views, 'verbatim'), String)

/** Only the rules of Russian are known. */
export function hasCleanView({ language }: { language: string | null }): boolean {
  return language === 'ru'
}
