import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import classes from './disclosure.module.css'

type Props = { title: string; isOpenAtFirst?: boolean; children: ReactNode }

/** A quiet line that unfolds its content, which is rendered only then. */
export function Disclosure({ title, isOpenAtFirst = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className={classes.disclosure}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight size={16} aria-hidden />
        {title}
      </summary>
      {isOpen && <div className={classes.content}>{children}</div>}
    </details>
  )
}
