import { Title } from '@mantine/core';
import { texts } from '../../texts/en/domain.ts';

export default function Email() {
  return <Title order={2}>{texts.sections.email}</Title>;
}
