import { uploadTexts } from '@doslovno/texts/upload.ts'

import classes from './upload.module.css'

/** Stands between the two ways in. */
export function OrDivider() {
  return <div className={classes.or}>{uploadTexts.or}</div>
}
