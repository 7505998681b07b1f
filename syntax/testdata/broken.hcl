motd = "first
second ${name}
third"
after = ["x
y", "z${y"]
b "l {
  c = [1, 2
  d = { e = 1
  f = "g${h
}
text = <<E
${i
E
j = k(
  "l,
  m
)
