import { uploadTexts } from '@doslovno/texts/upload.ts'

import classes from '#features/upload/upload.module.css'

export function OrDivider() {
  return <div className={classes.or}>{uploadTexts.or}</div>
}
