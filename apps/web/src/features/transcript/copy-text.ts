import { showToast } from '#ui/toast.ts'

/** Puts a text on the clipboard and says how it went. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(failed)
  }
}
