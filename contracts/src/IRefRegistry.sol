// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// @title What a market asks of the registry of refs.
/// @notice A ref names one intent of one sender. The registry lets it act once, whichever contract it was aimed at.
interface IRefRegistry {
    /// @notice The ref is zero, which stands for "a direct call" and cannot name an intent.
    error ZeroRef();
    /// @notice This sender's ref has already had its one effect.
    error RefUsed(address sender, bytes32 ref);
    /// @notice The block's time is later than the deadline: the call can never take effect any more.
    error DeadlinePassed(uint64 deadline);
    /// @notice Only a market that the factory deployed may use up a ref.
    error NotMarket();

    /// @notice Uses up `ref` for `sender`, or reverts with ZeroRef, RefUsed or DeadlinePassed. For the factory's markets.
    /// @param deadline Unix seconds; the last second at which the call may take effect.
    function useRef(address sender, bytes32 ref, uint64 deadline) external;

    /// @notice Whether `ref` of `sender` has had its effect. Once true, true for ever.
    function refUsed(address sender, bytes32 ref) external view returns (bool);
}
