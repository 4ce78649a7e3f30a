import { notifications } from '@mantine/notifications'

const SHOWN_MS = 1500

/** A short word about what was just done; it goes by itself. */
export function showToast(message: string, shownMs = SHOWN_MS) {
  notifications.show({ message, autoClose: shownMs, withCloseButton: false })
}
