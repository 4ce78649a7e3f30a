import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

import classes from './back-link.module.css'

/** Leads back to the list of files. */
export function BackLink() {
  return (
    <Link to="/" className={`${classes.back} no-print`}>
      <ArrowLeft size={16} aria-hidden /> {filePageTexts.back}
    </Link>
  )
}
