import { Skeleton } from '@mantine/core';

const ROWS = 10;

/** The shape of a table to come. */
export function TableSkeleton({ rowHeight }: { rowHeight: number }) {
  return <div>{Array.from({ length: ROWS }, (_, at) => <Skeleton key={at} height={rowHeight - 12} mb={12} />)}</div>;
}
