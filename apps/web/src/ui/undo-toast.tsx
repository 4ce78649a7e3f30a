import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

import { isToastWanted } from './toast-wanted.ts'

import classes from './undo-toast.module.css'

/** Long enough to read it and reach the button. */
const SHOWN_MS = 8000

/** Shows what has been done, with a button that takes it back. */
export function showUndoToast(message: string, undo: { label: string; run: () => void }) {
  isToastWanted.set(true)
  const id = notifications.show({
    autoClose: SHOWN_MS,
    withCloseButton: false,
    message: (
      <span className={classes.row}>
        {message}
        <Button
          variant="transparent"
          size="compact-sm"
          className={classes.undo}
          onClick={() => {
            notifications.hide(id)
            undo.run()
          }}
        >
          {undo.label}
        </Button>
      </span>
    ),
  })
}
