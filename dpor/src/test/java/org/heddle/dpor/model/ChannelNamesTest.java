package org.heddle.dpor.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ChannelNamesTest {
    private static final int[] MAKERS = {0, 1, 46, 65_535};
    private static final int PAIRS = 20_000;

    @Test
    void aChannel_standsForItself() {
        long channel = ChannelNames.of(65_535, 1 << 23);
        assertArrayEquals(new long[] {channel}, ChannelNames.channels(channel));
    }

    @Test
    void aSet_standsForItsChannels() {
        long set = ChannelNames.ofSet(65_535, 1L | 1L << (ChannelNames.MOST_IN_SET - 1));
        assertArrayEquals(
                new long[] {ChannelNames.of(65_535, 1), ChannelNames.of(65_535, ChannelNames.MOST_IN_SET)},
                ChannelNames.channels(set));
    }

    @Test
    void randomNames_meetWhereTheyStandForACommonChannel() {
        Random random = new Random(1);
        int met = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            long one = name(random);
            long other = name(random);
            boolean meet = LongStream.of(ChannelNames.channels(one))
                    .anyMatch(channel ->
                            LongStream.of(ChannelNames.channels(other)).anyMatch(of -> of == channel));
            assertEquals(
                    meet,
                    ChannelNames.meet(one, other),
                    () -> Long.toHexString(one) + " and " + Long.toHexString(other));
            met += meet ? 1 : 0;
        }
        assertTrue(met > PAIRS / 20 && met < PAIRS * 19 / 20, "both answers are common: " + met);
    }

    private static long name(Random random) {
        int maker = MAKERS[random.nextInt(MAKERS.length)];
        int number = 1 + random.nextInt(random.nextBoolean() ? 3 : ChannelNames.MOST_IN_SET + 3);
        long last = 1L << random.nextInt(ChannelNames.MOST_IN_SET);
        long members = last | random.nextInt(8);
        return random.nextBoolean() ? ChannelNames.of(maker, number) : ChannelNames.ofSet(maker, members);
    }
}
