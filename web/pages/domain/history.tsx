import { Title } from '@mantine/core';
import { texts } from '../../texts/en/domain.ts';

export default function History() {
  return <Title order={2}>{texts.sections.history}</Title>;
}
