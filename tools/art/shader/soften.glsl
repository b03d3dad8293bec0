// Smooths the grain of the shadow rays, not across steps of height.
uniform sampler2D uFrom;
out vec4 out0;

void main() {
  vec2 px = 1. / uSize, at = gl_FragCoord.xy * px;
  float h = texture(uFrom, at).z;
  vec2 sum = vec2(0.);
  float weight = 0.;
  for (int y = -3; y <= 3; y++) for (int x = -3; x <= 3; x++) {
    vec3 v = texture(uFrom, at + vec2(x, y) * px).xyz;
    float g = exp(-float(x * x + y * y) / 7.) * exp(-abs(v.z - h) * 40.);
    sum += g * v.xy;
    weight += g;
  }
  out0 = vec4(sum / weight, 0., 1.);
}
