import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import classes from './disclosure.module.css'

/** A quiet line that unfolds its content, which is rendered only then. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={classes.disclosure} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        {title}
      </summary>
      {isOpen && <div className={classes.content}>{children}</div>}
    </details>
  )
}
