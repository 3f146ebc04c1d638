export default function plain() {
  return "plain JavaScript";
}
