import { linkTexts } from '@doslovno/texts/upload.ts'
import { useNavigate } from '@tanstack/react-router'

import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Explains that links need a paid tariff. */
export function TariffDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => navigate({ to: '/tariffs' })}
      title={linkTexts.tariff.title}
      text={linkTexts.tariff.text}
      confirm={linkTexts.tariff.confirm}
    />
  )
}
