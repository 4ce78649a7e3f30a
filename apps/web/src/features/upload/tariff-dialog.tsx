import { linkTexts } from '@doslovno/texts/upload.ts'
import { useNavigate } from '@tanstack/react-router'

import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import { TARIFFS_PATH } from './tariffs-button.tsx'

/** Tells that a link needs a paid tariff. */
export function TariffDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => navigate({ href: TARIFFS_PATH })}
      title={linkTexts.tariff.title}
      text={linkTexts.tariff.text}
      confirm={linkTexts.tariff.confirm}
    />
  )
}
