import { linkTexts } from '@doslovno/texts/upload.ts'
import { useNavigate } from '@tanstack/react-router'

import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Props = { opened: boolean; onClose: () => void; link: string }

/** Explains that links need a paid tariff. The tariffs know the way back to the link. */
export function TariffDialog({ opened, onClose, link }: Props) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => navigate({ to: '/tariffs', search: { from: uploadOf(link) } })}
      title={linkTexts.tariff.title}
      text={linkTexts.tariff.text}
      confirm={linkTexts.tariff.confirm}
    />
  )
}

function uploadOf(link: string): string {
  return `/upload?${new URLSearchParams({ link }).toString()}`
}
