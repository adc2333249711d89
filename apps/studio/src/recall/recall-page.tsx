import { Empty } from '../parts/notice.js';

export default function RecallPage() {
  return (
    <>
      <h1>Recall</h1>
      <Empty>This page is still to come.</Empty>
    </>
  );
}
