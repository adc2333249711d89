import { Empty } from '../parts/notice.js';

export default function MemoriesPage() {
  return (
    <>
      <h1>Memories</h1>
      <Empty>This page is still to come.</Empty>
    </>
  );
}
