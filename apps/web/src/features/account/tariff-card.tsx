import type { AccountInfo } from '@doslovno/contract/accounts.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'

import { fileSize } from '#lib/format/size.ts'

import classes from './account.module.css'

export function TariffCard({ tariff }: { tariff: AccountInfo['tariff'] }) {
  return (
    <p className={classes.tariff}>
      <b>{tariff.name}</b>
      <span>{accountTexts.tariff.files(fileSize(tariff.maxFileSize * BYTES_PER_MB))}</span>
    </p>
  )
}
