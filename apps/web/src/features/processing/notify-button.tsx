import { processingTexts } from '@doslovno/texts/processing.ts'
import { Button } from '@mantine/core'
import { Bell, BellRing } from 'lucide-react'
import { useState } from 'react'

/** Asks for a system notification when the text is ready; hidden where unsupported or denied. */
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

/** Shows a system notification if permitted and the tab is hidden. */
export function notifyReady(name: string) {
  if (permissionNow() !== 'granted' || document.visibilityState === 'visible') return
  // Some mobile browsers have the constructor but throw.
  try {
    // oxlint-disable-next-line no-new -- the constructor shows it
    new Notification(processingTexts.ready(name))
  } catch {
    // The tab's title reports it too.
  }
}

function permissionNow(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}
