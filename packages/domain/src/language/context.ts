import type { Language } from './language.ts'

/** Whether a sentence, in its `plainForm`, is not understood without those before it, or is mere courtesy. */
export function needsContext(plain: string, { context: { opener, pointer, courtesy } }: Language): boolean {
  return [opener, pointer, courtesy].some((pattern) => pattern.test(plain))
}
