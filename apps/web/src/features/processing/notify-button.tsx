import { processingTexts } from '@doslovno/texts/processing.ts'
import { Button } from '@mantine/core'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'

/** Offers to tell by the system when the text is ready; not where the browser cannot or has been told no. */
export function NotifyButton() {
  const [permission, setPermission] = useState(permissionNow)
  if (permission === 'denied') return null
  const isGranted = permission === 'granted'
  return (
    <Button
      variant="subtle"
      size="md"
      leftSection={isGranted ? <BellRing size={17} aria-hidden /> : <Bell size={17} aria-hidden />}
      disabled={isGranted}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {isGranted ? processingTexts.notified : processingTexts.notify}
    </Button>
  )
}

/** Tells by the system that a text is ready, if that was allowed and nobody looks. */
export function notifyReady(name: string) {
  if (permissionNow() !== 'granted' || document.visibilityState === 'visible') return
  // Some phones have the word but not the deed.
  try {
    // oxlint-disable-next-line no-new -- it shows itself
    new Notification(processingTexts.ready(name))
  } catch {
    // The tab's title tells it too.
  }
}

function permissionNow(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}
